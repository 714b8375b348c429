//! Generates the JavaScript module, its types and the final WebAssembly file from a compiled crate.
//!
//! `generator INPUT.wasm FOLDER NAME` writes `NAME.js`, `NAME.d.ts`, `NAME_bg.wasm` and `NAME_bg.wasm.d.ts`.

use std::env;

use anyhow::{Context, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [input, folder, name] = arguments.as_slice() else {
        bail!("usage: generator INPUT.wasm FOLDER NAME");
    };
    let name = name.to_str().context("NAME is not UTF-8")?;
    Bindgen::new()
        .input_path(input)
        .out_name(name)
        .web(true)?
        .typescript(true)
        // Without an address, the module is loaded from beside the JavaScript file, as bundlers expect.
        .omit_default_module_path(false)
        .generate(folder)
}
