export { teamsLimits } from './limits.ts'
export { type AdaptiveCard, renderDigest } from './rendering.ts'
export { postDigest, type TeamsAccess, testConnection } from './teams.ts'
