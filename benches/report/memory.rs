//! The memory of this process, in bytes; `None` where the system does not say.

/// Returns what the process has now, and forgets what it had before.
pub fn start() -> Option<f64> {
    // 5 resets the peak. Source: proc_pid_clear_refs(5).
    std::fs::write("/proc/self/clear_refs", "5").ok()?;
    read("VmRSS:")
}

/// Returns the most that the process had, since the start if there was one.
pub fn peak() -> Option<f64> {
    read("VmHWM:")
}

fn read(name: &str) -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<f64>().ok().map(|kilobytes| 1024.0 * kilobytes)
}
