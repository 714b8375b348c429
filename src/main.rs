//! The command-line program: files, clock, exit code. WebAssembly has none of them, so there it does nothing.

#[cfg(not(target_arch = "wasm32"))]
mod cli;

// A pass over many small queries allocates and frees many short vectors, which this allocator does faster than those of
// operating systems. A program that uses the library chooses its own.
#[cfg(not(target_arch = "wasm32"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    cli::run()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
