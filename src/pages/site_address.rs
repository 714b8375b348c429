//! Parts of an address. Must not know pages.

/// Returns what stands behind `://`; the whole address if it has none.
pub(super) fn without_scheme(url: &str) -> &str {
    url.split_once("://").map_or(url, |(_, rest)| rest)
}

/// Returns the site of an address in lower case: what stands between `://` and the next `/`, `?` or `#`, without a user.
pub(super) fn site_of(url: &str) -> String {
    let host = without_scheme(url).split(['/', '?', '#']).next().unwrap_or_default();
    host.rsplit('@').next().unwrap_or_default().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{site_of, without_scheme};

    #[test]
    fn sites_stand_behind_the_scheme() {
        for (url, site, rest) in [
            ("https://a.edu/ml/rank/index.html", "a.edu", "a.edu/ml/rank/index.html"),
            ("HTTP://me@A.edu:80?x=/", "a.edu:80", "me@A.edu:80?x=/"),
            ("a.edu#x", "a.edu", "a.edu#x"),
            ("://", "", ""),
            ("", "", ""),
        ] {
            assert_eq!((site_of(url).as_str(), without_scheme(url)), (site, rest), "{url}");
        }
    }
}
