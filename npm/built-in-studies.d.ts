
/**
 * A study that comes with the program.
 */
export interface BuiltInStudy {
    /**
     * Name.
     */
    name: string;
    /**
     * Its text, for `Study`.
     */
    json: string;
    /**
     * What it declares.
     */
    outline: StudyOutline;
}

/**
 * Returns the built-in studies.
 */
export function built_in_studies(): BuiltInStudy[];
