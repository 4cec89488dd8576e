import { catalogOf } from '../../kit/index.ts'
import rows from './catalog.json' with { type: 'json' }

/** The facts of all Okta checks with a known id, implemented or not. */
export const catalog = catalogOf(rows)
