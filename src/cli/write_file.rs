//! Writes the result file of a command, complete or not at all.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use fs4::{FileExt, TryLockError};
use same_file::Handle;
use tempfile::{Builder, NamedTempFile};

use super::Failure;
use super::terminal::name_of;

/// The names of temporary files begin and end with these.
const PREFIX: &str = ".rankscope-";
const SUFFIX: &str = ".tmp";

/// Largest number of symbolic links that are followed in a row, as in Linux.
const MOST_LINKS: usize = 40;

/// What writes the content of a file.
pub type Content<'a> = dyn Fn(&mut dyn Write) -> io::Result<()> + 'a;

/// Checks that the result can be written to `path` later, without changing the file.
///
/// # Errors
/// [`Failure::Usage`] if `path` is standard output or one of the `inputs`, also through links; [`Failure::File`] if
/// the file cannot be written.
pub fn check(path: &Path, inputs: &[&Path]) -> Result<(), Failure> {
    let name = name_of(path);
    if path.as_os_str() == "-" {
        return Err(Failure::Usage(
            "--out -: the reports of the run are printed on standard output; give a file name, or ./- for a file called -"
                .to_owned(),
        ));
    }
    if let Some(input) = inputs.iter().find(|input| is_same(path, input)) {
        let input = if input.as_os_str() == "-" { "standard input".to_owned() } else { name_of(input) };
        return Err(Failure::Usage(format!(
            "--out {name}: the result would replace {input}, which this command reads; give another file name"
        )));
    }
    if is_file(path)
        && Handle::stdout().is_ok_and(|out| Handle::from_path(path).is_ok_and(|file| file == out))
    {
        return Err(Failure::Usage(format!(
            "--out {name}: the reports of the run go to this file too; give another file name"
        )));
    }
    check_writable(path).map_err(|error| refused(path, error))
}

/// Writes a file. A kill or a full disk at any moment leaves the old file or the new one, never a part.
///
/// The text is written to a new file of the same folder, which replaces the old file once it is on disk. Symbolic
/// links stay, and the file that they point to is replaced. The mode is kept, and the owner if the user may set it.
/// Pipes and devices are written directly. So is a file that cannot be replaced: a mount point, or a file in a folder
/// where the user may not create files.
///
/// # Errors
/// [`Failure::File`] with the reason of the operating system.
pub fn write(path: &Path, text: &[u8]) -> Result<(), Failure> {
    write_with(path, &|out| out.write_all(text))
}

/// Writes a file as [`write`], piece by piece. `content`: writes the whole content; called again if the file cannot be
/// replaced.
pub fn write_with(path: &Path, content: &Content) -> Result<(), Failure> {
    let written = match fs::metadata(path) {
        Ok(old) if old.is_file() => followed(path).and_then(|target| replace(&target, Some(&old), content)),
        Ok(_) => write_directly(path, content),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            followed(path).and_then(|target| replace(&target, None, content))
        }
        Err(error) => Err(error),
    };
    written.map_err(|error| refused(path, error))
}

/// Writes a file as [`write_with`], packed with gzip if its name ends in `.gz`.
pub fn write_as_named(path: &Path, content: &Content) -> Result<(), Failure> {
    if path.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("gz")) {
        return write_with(path, content);
    }
    write_with(path, &|file| {
        let mut packed = GzEncoder::new(file, Compression::default());
        content(&mut packed)?;
        packed.finish().map(drop)
    })
}

/// Returns the failure of a file that cannot be written. A folder that is not there is named.
fn refused(path: &Path, error: io::Error) -> Failure {
    let target = followed(path).unwrap_or_else(|_| path.to_owned());
    let error = match (error.kind(), first_absent(folder_of(&target))) {
        (io::ErrorKind::NotFound, Some(absent)) => {
            let problem =
                format!("the folder {} does not exist; make it, or give another file", name_of(absent));
            io::Error::new(io::ErrorKind::NotFound, problem)
        }
        _ => error,
    };
    Failure::File { path: name_of(path), error }
}

/// Returns the first folder of a path that does not exist.
fn first_absent(folder: &Path) -> Option<&Path> {
    let is_absent = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    folder.ancestors().take_while(is_absent).last()
}

fn check_writable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() || found.is_dir() => {
            OpenOptions::new().append(true).open(path).map(drop)
        }
        // Opening a pipe or a device can have an effect, so they are not opened here.
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // A temporary file tells it. The file itself is not created and removed, because another process may
            // write it at any moment.
            let path = followed(path)?;
            if is_name_of_folder(&path) {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            temporary_file(folder_of(&path)).map(drop)
        }
        Err(error) => Err(error),
    }
}

/// Returns whether two names point to one file; `-` is standard input. If a file cannot be opened, reading or writing
/// reports the error.
fn is_same(out: &Path, input: &Path) -> bool {
    if !is_file(out) {
        return false;
    }
    if input.as_os_str() == "-" {
        return Handle::stdin().is_ok_and(|stdin| Handle::from_path(out).is_ok_and(|out| out == stdin));
    }
    // Opening a pipe would wait for its other end.
    is_file(input) && same_file::is_same_file(out, input).unwrap_or(false)
}

fn is_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file())
}

/// Returns the path behind symbolic links, even if no file exists there yet.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            // Not a link. Opening the file reports any other problem.
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Returns whether the last letter of a name is the sign between folders.
fn is_name_of_folder(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().last().is_some_and(|&letter| std::path::is_separator(letter.into()))
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn write_directly(path: &Path, content: &Content) -> io::Result<()> {
    content(&mut File::create(path)?)
}

fn replace(target: &Path, old: Option<&Metadata>, content: &Content) -> io::Result<()> {
    let mut beside = match temporary_file(folder_of(target)) {
        Ok(beside) => beside,
        Err(error) if old.is_some() && is_fixed(&error) => return write_directly(target, content),
        Err(error) => return Err(error),
    };
    // Written through the inner file, because errors of `NamedTempFile` contain its temporary name.
    content(beside.as_file_mut())?;
    if let Some(old) = old {
        keep_owner(beside.as_file(), old)?;
        beside.as_file().set_permissions(old.permissions())?;
    }
    // The content must reach the disk before the rename.
    beside.as_file().sync_all()?;
    match beside.persist(target) {
        Ok(_) => Ok(()),
        Err(failed) if old.is_some() && is_fixed(&failed.error) => write_directly(target, content),
        Err(failed) => Err(failed.error),
    }
}

/// Returns whether the folder, not the file, caused the error.
fn is_fixed(error: &io::Error) -> bool {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem, ResourceBusy};
    matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem | ResourceBusy)
}

/// Removes the temporary files that killed processes left in a folder. Those of running processes stay. A file that
/// cannot be removed stays too, because it does no harm.
pub fn remove_left_over(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file())) {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(PREFIX) && name.ends_with(SUFFIX) {
            let file = OpenOptions::new().write(true).open(entry.path());
            if file.is_ok_and(|file| FileExt::try_lock(&file).is_ok()) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Creates a temporary file with the mode of new files. Nobody else has its name, and dropping it removes it.
fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    loop {
        // `tempfile_in` would put the temporary name, which means nothing to the user, in the place of the system's
        // error.
        let file = builder.make_in(folder, create)?;
        // The lock tells `remove_left_over` that the file is in use. Before the lock, the file may have been removed.
        // A file system without locks gives an error, and there `remove_left_over` removes nothing.
        let is_seized = matches!(FileExt::try_lock(file.as_file()), Err(TryLockError::WouldBlock));
        if !is_seized && file.path().exists() {
            return Ok(file);
        }
    }
}

/// Creates a new file with the mode of new files.
fn create(path: &Path) -> io::Result<File> {
    // The umask removes its bits from the mode 666.
    OpenOptions::new().read(true).write(true).create_new(true).open(path)
}

#[cfg(unix)]
fn keep_owner(file: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let new = file.metadata()?;
    if (new.uid(), new.gid()) == (old.uid(), old.gid()) {
        return Ok(());
    }
    match fchown(file, Some(old.uid()), Some(old.gid())) {
        // Only root may change the owner. Otherwise the file belongs to the user who trained the model.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        result => result,
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}
