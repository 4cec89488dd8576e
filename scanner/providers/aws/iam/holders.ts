import type { KeyHolder } from './resources.ts'

/** A holder of keys within a sentence. */
export const holderOf = ({ uid, name }: Pick<KeyHolder, 'uid' | 'name'>): string =>
  uid.endsWith(':root') ? 'the root user' : name
