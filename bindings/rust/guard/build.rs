//! The constants of the guard's domain. `HTN` names the tool; else it is the one that `make` has built, or the one on PATH.

use std::env;
use std::path::PathBuf;
use std::process::Command;

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap()).join("../../..");
    let out = PathBuf::from(env::var("OUT_DIR").unwrap());
    let built = root.join("build/htn");
    let tool = env::var_os("HTN").map(PathBuf::from).unwrap_or(if built.exists() { built } else { "htn".into() });
    let source = root.join("bindings/guard/guard.htn");
    println!("cargo:rerun-if-env-changed=HTN");
    println!("cargo:rerun-if-changed={}", source.display());
    println!("cargo:rerun-if-changed={}", tool.display());
    let mut command = Command::new(&tool);
    command.arg("compile").arg(source).arg("-o").arg(out.join("guard.htnb")).arg("--rs").arg(out.join("guard.rs"));
    assert!(command.status().expect("the tool htn is needed: run make, or name it in HTN").success());
}
