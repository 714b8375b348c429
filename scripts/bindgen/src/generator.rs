//! Generates the JavaScript module, its types and the final WebAssembly file from a compiled crate.
//!
//! `generator INPUT.wasm FOLDER NAME ADDRESS` writes `NAME.js`, `NAME.d.ts`, `NAME_bg.wasm` and `NAME_bg.wasm.d.ts`.
//! ADDRESS says where `NAME.js` loads the WebAssembly file from if it is not told: `beside` itself, as bundlers expect,
//! or `nowhere`.

use std::env;

use anyhow::{Context, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [input, folder, name, address] = arguments.as_slice() else {
        bail!("usage: generator INPUT.wasm FOLDER NAME beside|nowhere");
    };
    let is_told = match address.to_str() {
        Some("beside") => false,
        Some("nowhere") => true,
        _ => bail!("ADDRESS is neither beside nor nowhere"),
    };
    let name = name.to_str().context("NAME is not UTF-8")?;
    Bindgen::new()
        .input_path(input)
        .out_name(name)
        .web(true)?
        .typescript(true)
        .omit_default_module_path(is_told)
        .generate(folder)
}
