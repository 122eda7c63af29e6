//! Starts `htn lsp` from PATH, or what the setting `lsp.htn.binary.path` names.
use zed_extension_api::{self as zed, settings::LspSettings, Command, LanguageServerId, Result, Worktree};

struct Htn;

impl zed::Extension for Htn {
    fn new() -> Self {
        Htn
    }

    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let chosen = LspSettings::for_worktree(id.as_ref(), worktree)
            .ok()
            .and_then(|settings| settings.binary)
            .and_then(|binary| binary.path);
        let command = chosen
            .or_else(|| worktree.which("htn"))
            .ok_or("htn is not on PATH; say where it is in the setting lsp.htn.binary.path")?;
        Ok(Command { command, args: vec!["lsp".into()], env: worktree.shell_env() })
    }
}

zed::register_extension!(Htn);
