/**
 * What searches narrow by, in one text, the tenant last because its id may hold anything. Index and questions have to spell
 * it alike. A part that a session does not have yet is empty.
 */
export const FACET = [
  'mode',
  'status',
  `coalesce(document_type, '')`,
  `coalesce(country, '')`,
  `coalesce(reached, '')`,
  'tenant',
].join(` || '|' || `)
