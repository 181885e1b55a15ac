/** Something that the service depends on does not answer just now: the database, or the picture store. Try again. */
export class Unavailable extends Error {}
