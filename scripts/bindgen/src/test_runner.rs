//! The runner of `wasm_bindgen_test` tests, which cargo calls with each compiled test program.

use std::env;

fn main() -> anyhow::Result<()> {
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(env::args_os())
}
