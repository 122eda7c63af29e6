# A tick without an event is undone with the action before it. Where there is none, undo says that time goes back.
printf 'tick\nundo\nredo\nundo\nundo\n' | htn run domains/troll.htn
