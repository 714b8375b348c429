//! Shared helpers of the program's tests: folders, calls, and expected results.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

/// A temporary folder for one test, removed at its end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("rankscope-cli-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, content).expect("a file in a temporary folder");
        self.name(&path)
    }

    pub fn path(&self, name: &str) -> String {
        self.name(&self.0.join(name))
    }

    fn name(&self, path: &Path) -> String {
        path.to_str().expect("a readable path").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rankscope"));
    command.args(arguments);
    command
}

pub fn rankscope(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the program starts")
}

pub fn rankscope_with_input(arguments: &[&str], input: impl Into<Stdio>) -> Output {
    command(arguments).stdin(input).output().expect("the program starts")
}

pub fn messages(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub fn gzip(text: &str) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(text.as_bytes()).expect("memory does not fail");
    gzip.finish().expect("memory does not fail")
}

pub fn ok(arguments: &[&str]) -> String {
    let output = rankscope(arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?} failed: {complaint}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

pub fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object per line")).collect()
}

pub fn fails(arguments: &[&str], code: i32, words: &[&str]) {
    let output = rankscope(arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {complaint}");
    for word in words {
        assert!(complaint.contains(word), "{arguments:?}: {complaint:?} does not say {word:?}");
    }
    assert!(output.stdout.is_empty(), "nothing but messages on a failure");
}
