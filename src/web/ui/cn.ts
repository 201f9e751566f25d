import { type ClassValue, clsx } from 'clsx'

/**
 * Joins class names. It merges no conflicting utilities: tailwind-merge weighs 7 kB of the first
 * script's 110. A default that a caller may override is written `[:where(&)]:rounded-lg`.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes)
}
