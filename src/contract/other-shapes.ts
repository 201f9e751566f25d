/**
 * The keyword of a schema for properties that other clients may have as keys of their own: a list is
 * read only if each entry has the named key, an object only if it has it. Any other value is not
 * read, and refuses nothing.
 */
export const otherShapes = 'x-other-shapes'
