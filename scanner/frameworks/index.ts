export {
  checksOf,
  type Framework,
  framework,
  type FrameworkEntry,
  frameworkEntry,
  frameworks,
  frameworksOf,
  type Requirement,
} from './framework.ts'
export {
  type Assessed,
  assess,
  type CheckTally,
  type RequirementStatus,
  rollUp,
  type TallyOf,
  type Totals,
  totalsOf,
} from './roll-up.ts'
export { critical, type Reach, reachOf, scoreOf, sectionOf, weightOf } from './score.ts'
export { frameworkDescription, frameworkName, requirementWords, type TitleOf } from './words.ts'
