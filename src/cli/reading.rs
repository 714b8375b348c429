//! Data files of the commands: their formats, their group sizes, and the rules for what LETOR does not have.

use std::path::{Path, PathBuf};

use rankscope::Error;
use rankscope::data::{DataReader, Dataset, GroupFile, ReadingSettings, preview};
use rankscope::model::{Model, Reading};
use rankscope::pages::FileReader;

use super::Failure;
use super::files::{about, file_beside, read_bytes, read_checked, read_head, unless};
use super::query_weights::{WeightSource, check_weighted};
pub use super::reading_args::ReadingArgs;
use super::terminal::{name_of, say};

/// Reads the data files of one command by the same rules.
pub struct DataFiles<'a> {
    args: &'a ReadingArgs,
    settings: ReadingSettings,
    /// The rules of the training data of a model.
    stored: Option<Reading>,
    /// The file of the training data of a model.
    trained_on: Option<String>,
    /// Names of the features in their order, if a table gives them.
    order: Vec<Option<String>>,
    /// Whether the data need no grades.
    without_grades: bool,
}

/// What was read from one file.
pub struct ReadFile {
    pub data: Dataset,
    /// Of the bytes of the file, packed or not.
    pub checksum: String,
    /// Lines of the documents without a grade.
    pub ungraded: Vec<usize>,
    /// Whether group sizes give the queries.
    pub has_groups: bool,
    /// Whether the file was plain LETOR text, read without any rule.
    pub is_plain: bool,
    /// The rules for further files.
    pub rules: ReadingSettings,
    /// Names of the features in the file.
    pub columns: Vec<Option<String>>,
}

/// Most bytes of a file of group sizes.
const MOST_SIZES: usize = 1 << 28;

/// Bytes of a table of which the header is read.
const HEAD: usize = 1 << 20;

impl<'a> DataFiles<'a> {
    /// Checks the rules.
    pub fn new(args: &'a ReadingArgs) -> Result<Self, Failure> {
        let settings = args.rules();
        if settings.missing == "model" {
            let problem = "only a model of another program says what a gap is; use zero, mean or query-mean";
            return Err(Error::config("missing", problem).into());
        }
        Self::with(args, settings)
    }

    /// Checks the rules. Those of the training data of the model hold where none is given; a sentence says so where
    /// another is given. Tables have the features of a model by their names, where it has names for all of them. A gap
    /// is what it is to the program of the model.
    pub fn of_model(args: &'a ReadingArgs, model: &Model) -> Result<Self, Failure> {
        let mut settings = args.rules();
        let follows_gaps = model.foreign.as_ref().is_some_and(|foreign| foreign.follows_gaps);
        if settings.missing == "model" && !follows_gaps {
            let problem = format!(
                "a gap has no way of its own through the model of {}; use zero, mean or query-mean",
                model.made_by()
            );
            return Err(Error::config("missing", problem).into());
        }
        if model.foreign.is_some() && settings.missing.is_empty() {
            settings.missing = if follows_gaps { "model" } else { "zero" }.to_owned();
        }
        let reading = model.reading();
        if !settings.without.is_empty() && reading.is_none_or(|own| own.rules.without != settings.without) {
            let problem = "a model has the features that it was trained with; leave --without out";
            return Err(Error::config("without", problem).into());
        }
        let mut files = Self::with(args, settings)?;
        if files.order.is_empty() {
            files.order.clone_from(&model.names);
        }
        let Some(reading) = reading else { return Ok(files) };
        if args.columns_like.is_none() && !reading.columns.is_empty() {
            files.order = reading.columns.iter().cloned().map(Some).collect();
        }
        let mut stored = reading.clone();
        stored.rules.zero_based &= args.zero_based != Some(false);
        files.say_differences(&reading.rules);
        files.stored = Some(stored);
        let origin = model.provenance.as_ref();
        files.trained_on = origin.and_then(|origin| origin.train.as_ref()?.file.clone());
        Ok(files)
    }

    /// Says which rules of a model's training data do not hold for these files.
    fn say_differences(&self, stored: &ReadingSettings) {
        let own = &self.settings;
        let rules = [
            ("unjudged", &own.unjudged, &stored.unjudged),
            ("grades", &own.grades, &stored.grades),
            ("missing", &own.missing, &stored.missing),
        ];
        for (name, own, stored) in rules {
            if !own.is_empty() && !stored.is_empty() && own != stored {
                say(&format!("--{name} {own} holds here; the training data of the model had {stored}"));
            }
        }
        if self.args.zero_based == Some(false) && stored.zero_based {
            say("feature indices start at 1 here; in the training data of the model they started at 0");
        }
        if ["mean", "query-mean"].contains(&own.missing.trim()) && stored.means.is_empty() {
            say("the model has no means of its training data, so those of this file fill the gaps");
        }
    }

    /// Checks the rules for the data report. Gaps stay, unless a rule fills them.
    pub fn of_report(args: &'a ReadingArgs) -> Result<Self, Failure> {
        let mut settings = args.rules();
        if settings.missing.is_empty() {
            "model".clone_into(&mut settings.missing);
        }
        Ok(Self::with(args, settings)?.without_grades())
    }

    /// Returns the same files, whose documents need no grades: one without has grade 0.
    pub fn without_grades(self) -> Self {
        Self { without_grades: true, ..self }
    }

    /// Reads the files of a data report. Those after the first have the features of the first, if it names them. Group
    /// sizes of several files must stand beside them.
    pub fn read_all(&self, paths: &[PathBuf]) -> Result<Vec<ReadFile>, Failure> {
        if paths.len() > 1 && self.args.group_sizes.is_some() {
            let problem =
                "--group-sizes: the report has several data files; put NAME.query or NAME.group beside each";
            return Err(Failure::Usage(problem.to_owned()));
        }
        self.args.weight_source().refuse_file()?;
        let mut read: Vec<ReadFile> = Vec::new();
        for path in paths {
            let names = read.first().map_or(self.order.as_slice(), |first| first.columns.as_slice());
            let column = self.args.weight_source().column().filter(|_| read.is_empty());
            let file = self.read_with(path, self.groups_of(path)?, names, None, column)?;
            read.push(file);
        }
        Ok(read)
    }

    fn with(args: &'a ReadingArgs, settings: ReadingSettings) -> Result<Self, Failure> {
        settings.check()?;
        if args.files().any(|path| path.as_os_str() == "-") {
            let problem = "--group-sizes, --columns-like and --query-weight take files, because standard input is for data";
            return Err(Failure::Usage(problem.to_owned()));
        }
        let mut files =
            Self { args, settings, stored: None, trained_on: None, order: Vec::new(), without_grades: false };
        if let Some(path) = &args.columns_like {
            files.order = files.header_of(path)?;
        }
        Ok(files)
    }

    /// Reads the first data file of a command, plain or gzip; `-` is standard input. Warnings, and what another format
    /// than LETOR was taken for, go to standard error.
    pub fn read(&self, path: &Path) -> Result<Dataset, Failure> {
        Ok(self.read_checked(path)?.data)
    }

    /// Reads training data with the weights of their queries, as [`Self::read_checked`].
    pub fn read_training(&self, path: &Path) -> Result<ReadFile, Failure> {
        let stored = self.stored.as_ref().map(|stored| &stored.rules);
        let column = self.args.weight_source().column();
        let mut read = self.read_with(path, self.groups_of(path)?, &self.order, stored, column)?;
        read.data = self.args.weight_source().weigh(path, read.data)?;
        Ok(read)
    }

    /// Reads data whose measures are weighted, as [`Self::read`].
    pub fn read_weighted(&self, path: &Path) -> Result<Dataset, Failure> {
        Ok(self.read_weighted_checked(path)?.data)
    }

    /// Reads as [`Self::read_weighted`], and returns what else the file says.
    pub fn read_weighted_checked(&self, path: &Path) -> Result<ReadFile, Failure> {
        let read = self.read_training(path)?;
        check_weighted(path, &read.data)?;
        Ok(read)
    }

    /// Reads data that need no grades as [`Self::read`], and returns the lines of the documents without a grade. Every
    /// document stays, unless the command leaves the unjudged out.
    pub fn read_ungraded(self, path: &Path) -> Result<(Dataset, Vec<usize>), Failure> {
        let mut files = self.without_grades();
        files.stored.iter_mut().for_each(|stored| stored.rules.unjudged.clear());
        let read = files.read_checked(path)?;
        Ok((read.data, read.ungraded))
    }

    /// Reads as [`Self::read`], and returns what else the file says.
    pub fn read_checked(&self, path: &Path) -> Result<ReadFile, Failure> {
        self.args.weight_source().refuse_file()?;
        let stored = self.stored.as_ref().map(|stored| &stored.rules);
        self.read_with(path, self.groups_of(path)?, &self.order, stored, self.args.weight_source().column())
    }

    /// Returns the sizes of groups that were given, that stand beside a data file, or that a model had for this file.
    fn groups_of(&self, path: &Path) -> Result<Option<GroupFile>, Failure> {
        if let Some(sizes) = &self.args.group_sizes {
            return read_groups(sizes, false).map(Some);
        }
        let beside = self.groups_beside(path)?;
        let of_model = self.stored.as_ref().and_then(|stored| stored.group_sizes.as_deref());
        match of_model.map(Path::new) {
            Some(sizes)
                if beside.is_none() && path.to_str() == self.trained_on.as_deref() && sizes.is_file() =>
            {
                read_groups(sizes, true).map(Some)
            }
            _ => Ok(beside),
        }
    }

    /// Reads a further data file with the features of the first and by its rules. Group sizes must stand beside it.
    /// Returns the checksum of its bytes too.
    pub fn read_like_checked(
        &self,
        path: &Path,
        columns: &[Option<String>],
        rules: &ReadingSettings,
    ) -> Result<(Dataset, String), Failure> {
        // The names leave out a column of weights.
        self.read_like(path, columns, rules, None)
    }

    /// Reads as [`Self::read_like_checked`] data whose measures are weighted. A file that the option names has the
    /// weights of the first data file, so those of this file stand in a column or beside it.
    pub fn read_like_weighted(
        &self,
        path: &Path,
        columns: &[Option<String>],
        rules: &ReadingSettings,
    ) -> Result<(Dataset, String), Failure> {
        let own = match self.args.weight_source() {
            WeightSource::File(_) => WeightSource::Beside,
            source => source,
        };
        let (data, checksum) = self.read_like(path, columns, rules, own.column())?;
        let data = own.weigh(path, data)?;
        check_weighted(path, &data)?;
        Ok((data, checksum))
    }

    fn read_like(
        &self,
        path: &Path,
        columns: &[Option<String>],
        rules: &ReadingSettings,
        weight_column: Option<&str>,
    ) -> Result<(Dataset, String), Failure> {
        let files = Self {
            settings: ReadingSettings::default(),
            order: Vec::new(),
            stored: None,
            trained_on: None,
            ..*self
        };
        let read = files.read_with(path, self.groups_beside(path)?, columns, Some(rules), weight_column)?;
        Ok((read.data, read.checksum))
    }

    /// Reads one of several files of equal rank. Group sizes must stand beside it.
    pub fn read_one(&self, path: &Path) -> Result<Dataset, Failure> {
        if self.args.group_sizes.is_some() {
            let problem = "--group-sizes: a study can have several data files; put NAME.query or NAME.group beside each";
            return Err(Failure::Usage(problem.to_owned()));
        }
        self.args.weight_source().refuse_file()?;
        Ok(self
            .read_with(
                path,
                self.groups_beside(path)?,
                &self.order,
                None,
                self.args.weight_source().column(),
            )?
            .data)
    }

    fn read_with(
        &self,
        path: &Path,
        groups: Option<GroupFile>,
        order: &[Option<String>],
        training: Option<&ReadingSettings>,
        weight_column: Option<&str>,
    ) -> Result<ReadFile, Failure> {
        let has_groups = groups.is_some();
        let mut reader = DataReader::new(&self.settings, groups)?.like(order);
        if let Some(training) = training {
            reader = reader.after(training)?;
        }
        if let Some(column) = weight_column {
            reader = reader.weighted_by(column);
        }
        if self.without_grades {
            reader = reader.without_grades();
        }
        let mut reader = FileReader::new(reader);
        let (name, checksum) = read_checked(path, |chunk| {
            reader.push(chunk);
            unless(reader.has_stopped())
        })?;
        let read = reader.finish().map_err(|error| about(&name, error))?;
        if !read.is_plain {
            say(&format!("{name}: read as {}", read.read_as));
        } else if !(self.settings.label.is_empty()
            && self.settings.qid.is_empty()
            && self.settings.docid.is_empty()
            && self.settings.ignore.is_empty())
        {
            say(&format!(
                "{name}: read as LETOR; --label, --qid, --docid and --ignore are for tables and have no effect"
            ));
        }
        let parsed = read.parsed;
        for warning in &parsed.warnings {
            say(&format!("{name}: line {}, column {}: {}", warning.line, warning.column, warning.problem));
        }
        if parsed.n_warnings > parsed.warnings.len() {
            say(&format!("{name}: {} warnings in all", parsed.n_warnings));
        }
        let (data, ungraded) = (parsed.dataset, read.ungraded);
        let (rules, columns, is_plain) = (read.rules, read.columns, read.is_plain);
        Ok(ReadFile { data, checksum, ungraded, has_groups, is_plain, rules, columns })
    }

    /// Returns the sizes of groups that stand beside a data file without queries. Data that name their queries need
    /// none, so nothing beside them is read.
    fn groups_beside(&self, path: &Path) -> Result<Option<GroupFile>, Failure> {
        match file_beside(path, &["query", "group"]) {
            // A pipe can be read only once.
            Some(_) if path.is_file() && self.names_queries(path)? => Ok(None),
            Some(file) => read_groups(&file, true).map(Some),
            None => Ok(None),
        }
    }

    /// Returns whether the data in a file name their queries.
    fn names_queries(&self, path: &Path) -> Result<bool, Failure> {
        let (_, head, is_whole) = read_head(path, HEAD)?;
        let stored = self.stored.as_ref().map(|stored| self.settings.after(&stored.rules));
        let preview_of_head = preview(&head, is_whole, stored.as_ref().unwrap_or(&self.settings), None)?;
        Ok(preview_of_head.format == "letor" || preview_of_head.qid.is_some())
    }

    /// Returns the names of the features of a table.
    fn header_of(&self, path: &Path) -> Result<Vec<Option<String>>, Failure> {
        let (name, head, is_whole) = read_head(path, HEAD)?;
        let preview_of_head = preview(&head, is_whole, &self.settings, None)?;
        if preview_of_head.columns.is_empty() {
            return Err(Failure::Usage(format!("{name}: --columns-like needs a table with a header")));
        }
        let is_feature = |column: &String| {
            Some(column) != preview_of_head.label.as_ref()
                && Some(column) != preview_of_head.qid.as_ref()
                && Some(column) != preview_of_head.docid.as_ref()
                && Some(column.as_str()) != self.args.weight_source().column()
                && !preview_of_head.ignored.contains(column)
        };
        Ok(preview_of_head.columns.iter().filter(|column| is_feature(column)).cloned().map(Some).collect())
    }
}

fn read_groups(path: &Path, is_beside: bool) -> Result<GroupFile, Failure> {
    let text = read_bytes(path, "a file of group sizes", MOST_SIZES)?;
    Ok(GroupFile { name: name_of(path), text, is_beside })
}
