//! A part of a model file that only the whole module reads: a scorer that is not linear, or a feature map. A build
//! without the feature `whole` refuses it by name, which keeps the small module of the page small.

#[cfg(not(feature = "whole"))]
use std::marker::PhantomData;

#[cfg(not(feature = "whole"))]
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::IgnoredAny};
#[cfg(feature = "whole")]
use serde::{Deserialize, Serialize};

use crate::error::Error;

/// A part as it stands in the file.
#[cfg(feature = "whole")]
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct FilePart<T>(T);

#[cfg(feature = "whole")]
impl<T: Clone> FilePart<T> {
    /// Returns the form for the file.
    pub(super) fn of(part: &T) -> Self {
        Self(part.clone())
    }

    /// Returns the part.
    ///
    /// # Errors
    /// None in a whole build; [`Error::Data`] in a small one.
    pub(super) fn read(self) -> Result<T, Error> {
        Ok(self.0)
    }
}

/// A value that is skipped.
#[cfg(not(feature = "whole"))]
pub(super) struct FilePart<T>(PhantomData<T>);

#[cfg(not(feature = "whole"))]
impl<'de, T> Deserialize<'de> for FilePart<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self(PhantomData))
    }
}

#[cfg(not(feature = "whole"))]
impl<T> Serialize for FilePart<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

#[cfg(not(feature = "whole"))]
impl<T> FilePart<T> {
    /// Returns the form for the file. This build trains linear scorers of the features only.
    pub(super) fn of(_part: &T) -> Self {
        Self(PhantomData)
    }

    /// Refuses the part.
    ///
    /// # Errors
    /// Always [`Error::Data`].
    pub(super) fn read(self) -> Result<T, Error> {
        Err(Error::data(
            "the model is not linear in the features, and the small module reads only such models",
        ))
    }
}
