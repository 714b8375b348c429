//! Generates the JavaScript module, its types and the final WebAssembly file from a compiled crate.
//!
//! `generator INPUT.wasm FOLDER` writes `rankscope.js`, `rankscope.d.ts`, `rankscope_bg.wasm` and
//! `rankscope_bg.wasm.d.ts`.

use std::env;

use anyhow::bail;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [input, folder] = arguments.as_slice() else {
        bail!("usage: generator INPUT.wasm FOLDER");
    };
    Bindgen::new()
        .input_path(input)
        .out_name("rankscope")
        .web(true)?
        .typescript(true)
        // Bundlers and scripts without one load the file beside the module.
        .omit_default_module_path(false)
        .generate(folder)
}
