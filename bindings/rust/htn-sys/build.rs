//! Compiles the runtime, `htn.c`, into a static library. The crate as it is packed has the file in `c/`; in the repository it is made from
//! `runtime/`. No crates are needed. `CC`, `CFLAGS`, `AR` and `ARFLAGS` say with what, each also as `CC_TARGET` and `TARGET_CC`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let out = PathBuf::from(variable("OUT_DIR"));
    let here = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let packed = here.join("c/htn.c");
    let repository = here.join("../../..");
    println!("cargo:rerun-if-changed=build.rs");
    let (source, include) = if packed.exists() {
        println!("cargo:rerun-if-changed=c");
        (packed, here.join("c"))
    } else if repository.join("runtime/amalgamate.awk").exists() {
        println!("cargo:rerun-if-changed={}", repository.join("runtime").display());
        (amalgamate(&repository, &out), out.clone())
    } else {
        panic!("htn-sys: neither c/htn.c nor the repository's runtime/ is there; take the crate that bindings/rust/package makes");
    };
    let target = Target::new();
    let library = out.join(if target.msvc { "htn.lib" } else { "libhtn.a" });
    let _ = fs::remove_file(&library);
    target.compile(&source, &include, &out, &library);
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=htn");
    println!("cargo:include={}", include.display());
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("htn-sys: cargo has not set {}", name))
}

/// The runtime as one file, made as `make amalgamation` does.
fn amalgamate(repository: &Path, out: &Path) -> PathBuf {
    let root = fs::canonicalize(repository).unwrap();
    let mut sources = Vec::new();
    for folder in fs::read_dir(root.join("runtime")).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        for file in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if file.extension().map_or(false, |extension| extension == "c") {
                sources.push(file.strip_prefix(&root).unwrap().to_owned());
            }
        }
    }
    sources.sort();
    let mut command = Command::new("awk");
    command.current_dir(&root).args(["-f", "runtime/amalgamate.awk", "-v"]).arg(format!("out={}", out.display())).args(sources);
    run(&mut command, "awk, which makes one file of the runtime's sources");
    out.join("htn.c")
}

struct Target {
    triple: String,
    is_host: bool,
    msvc: bool,
}

impl Target {
    fn new() -> Target {
        let triple = variable("TARGET");
        let is_host = triple == variable("HOST");
        let msvc = triple.contains("msvc");
        Target { triple, is_host, msvc }
    }

    /// What the environment says of CC and the like: `CC_x86_64-pc-windows-gnu`, with `_` for `-`, `TARGET_CC` or `HOST_CC`, `CC`.
    fn from_environment(&self, name: &str) -> Option<Vec<String>> {
        let names = [
            format!("{}_{}", name, self.triple),
            format!("{}_{}", name, self.triple.replace('-', "_")),
            format!("{}_{}", if self.is_host { "HOST" } else { "TARGET" }, name),
            name.to_owned(),
        ];
        for name in &names {
            println!("cargo:rerun-if-env-changed={}", name);
        }
        let value = names.iter().find_map(|name| env::var(name).ok())?;
        let words: Vec<String> = value.split_whitespace().map(str::to_owned).collect();
        if words.is_empty() {
            None
        } else {
            Some(words)
        }
    }

    /// The names of cross tools as Linux distributions have them: `x86_64-w64-mingw32-`, `aarch64-linux-gnu-`.
    fn prefix(&self) -> Option<String> {
        let arch = self.triple.split('-').next().unwrap_or("");
        if self.is_host {
            None
        } else if self.triple.ends_with("windows-gnu") {
            Some(format!("{}-w64-mingw32-", arch))
        } else if let Some(system) = self.triple.split("-linux-").nth(1) {
            let arch = if arch.starts_with("armv") { "arm" } else { arch.trim_end_matches("gc") };
            Some(format!("{}-linux-{}-", arch, system))
        } else {
            None
        }
    }

    fn compiler(&self) -> Vec<String> {
        self.from_environment("CC").unwrap_or_else(|| match self.prefix() {
            _ if self.msvc => vec!["cl".to_owned(), "/nologo".to_owned()],
            Some(prefix) => vec![prefix + "gcc"],
            None if self.triple.starts_with("wasm32") => vec!["clang".to_owned(), format!("--target={}", self.triple)],
            None => vec!["cc".to_owned()],
        })
    }

    fn archiver(&self) -> Vec<String> {
        self.from_environment("AR").unwrap_or_else(|| match self.prefix() {
            _ if self.msvc => vec!["lib".to_owned(), "/nologo".to_owned()],
            Some(prefix) => vec![prefix + "ar"],
            None if self.triple.starts_with("wasm32") => vec!["llvm-ar".to_owned()],
            None => vec!["ar".to_owned()],
        })
    }

    fn compile(&self, source: &Path, include: &Path, out: &Path, library: &Path) {
        let object = out.join(if self.msvc { "htn.obj" } else { "htn.o" });
        let words = self.compiler();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        if self.msvc {
            command.args(["/std:c11", "/O2", "/DHTN_API=", "/c"]).arg(source);
            command.arg(format!("/I{}", include.display())).arg(format!("/Fo{}", object.display()));
        } else {
            // The runtime is optimized in a debug build, too: agents would take several times as long, and nobody steps through it.
            let size = matches!(variable("OPT_LEVEL").as_str(), "s" | "z");
            command.args(["-std=c11", if size { "-Os" } else { "-O2" }, "-fvisibility=hidden", "-DHTN_API="]);
            if variable("DEBUG") != "false" {
                command.arg("-g");
            }
            if !self.triple.contains("windows") && !self.triple.starts_with("wasm32") {
                command.arg("-fPIC");
            }
            command.args(self.from_environment("CFLAGS").unwrap_or_default());
            command.arg("-I").arg(include).arg("-c").arg(source).arg("-o").arg(&object);
        }
        run(&mut command, "the C compiler; CC names another one");

        let words = self.archiver();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        if self.msvc {
            command.arg(format!("/OUT:{}", library.display())).arg(&object);
        } else {
            command.args(self.from_environment("ARFLAGS").unwrap_or_else(|| vec!["crs".to_owned()])).arg(library).arg(&object);
        }
        run(&mut command, "the archiver; AR names another one");
    }
}

fn run(command: &mut Command, what: &str) {
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("htn-sys: {}\nended with {}: {:?}", what, status, command),
        Err(error) => panic!("htn-sys: cannot run {}\n{}: {:?}", what, error, command),
    }
}
