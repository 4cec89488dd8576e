export { type Churn, SyntheticAccount, type SyntheticUnit, usualChurn } from './account.ts'
export { scanOnce } from './scanning.ts'
export { accountsOf, mostFindings, type Progress, type Seeded, seed, SeedRefused } from './seed.ts'
