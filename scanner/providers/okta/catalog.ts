import { catalogOf } from '../../kit/index.ts'
import rows from './catalog.json' with { type: 'json' }

/** The facts of every Okta check there is a known id for, implemented here or not. */
export const catalog = catalogOf(rows)
