//! Signals of the operating system: Ctrl+C, the end of a batch job or of a terminal, and writes beyond the file size
//! limit.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Exit code of an interrupted command, also by SIGTERM: 128 + SIGINT, the convention of shells.
pub const EXIT_CODE: u8 = 130;

/// Whether the user or the system has interrupted the program.
#[derive(Debug, Clone)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Starts to catch SIGINT, SIGTERM and SIGHUP. The first one sets the flag. A SIGINT after it ends the program at
    /// once with [`EXIT_CODE`]. The others never do, because batch systems and terminals may send them several times.
    ///
    /// A SIGHUP that the program was started to ignore, as by `nohup`, stays ignored.
    ///
    /// # Errors
    /// The error of the operating system if the handler cannot be installed.
    pub fn catch() -> io::Result<Self> {
        let caught = Arc::new(AtomicBool::new(false));
        flag::register(SIGTERM, Arc::clone(&caught))?;
        #[cfg(unix)]
        if !is_hangup_ignored() {
            flag::register(SIGHUP, Arc::clone(&caught))?;
        }
        // The order matters: the first signal finds the flag unset, the second one finds it set.
        flag::register_conditional_shutdown(SIGINT, EXIT_CODE.into(), Arc::clone(&caught))?;
        flag::register(SIGINT, Arc::clone(&caught))?;
        Ok(Self(caught))
    }

    /// Returns whether one of the signals has arrived.
    pub fn is_caught(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Returns whether the program was started to ignore SIGHUP. Where no file says so, this is taken for granted, because
/// a run behind `nohup` must survive its terminal.
#[cfg(unix)]
fn is_hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // Signals count from 1, and SIGHUP is the first.
    mask.is_none_or(|mask| mask & 1 != 0)
}

/// Makes a write beyond the file size limit (`ulimit -f`) fail with an error.
///
/// Without a handler the signal would end the program, and a model that is not written yet would be lost.
///
/// # Errors
/// The error of the operating system if the handler cannot be installed.
pub fn survive_size_limit() -> io::Result<()> {
    // The number of SIGXFSZ in Linux (except on MIPS), macOS and the BSDs.
    #[cfg(unix)]
    const SIGXFSZ: i32 = 25;
    #[cfg(unix)]
    flag::register(SIGXFSZ, Arc::default())?;
    Ok(())
}
