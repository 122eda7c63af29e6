-- With a number of frames there is no window.
function love.conf(t)
    t.identity = "heist"
    t.window.title = "The heist"
    if arg and #arg > 2 then t.modules.window, t.modules.graphics, t.modules.audio, t.modules.sound, t.modules.joystick = false, false, false, false, false end
end
