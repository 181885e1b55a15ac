/** Something that the service stands on does not answer just now: the database, or where the pictures lie. Try again. */
export class Unavailable extends Error {}
