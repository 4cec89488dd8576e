export {
  isJiraSite,
  isProjectKey,
  issueLink,
  type JiraAccess,
  type JiraOrigins,
} from './access.ts'
export { issueTypes, type JiraAccount, type JiraIssueType, testConnection } from './account.ts'
export type { AdfDocument } from './adf.ts'
export {
  issueFields,
  issueForm,
  type JiraField,
  type JiraForm,
  type JiraFormWanted,
  type JiraMapping,
  requiredFields,
  writtenByUs,
} from './form.ts'
export {
  commentOnce,
  createIssue,
  dispatchLabel,
  type FoundIssue,
  findIssue,
  type JiraIssue,
  type KnownIssue,
  moveIssue,
  readIssue,
  readIssues,
  type StatusCategory,
  updateIssue,
} from './issues.ts'
export { jiraLimits } from './limits.ts'
export {
  type Contradiction,
  type ForwardedGroup,
  type GroupChange,
  type JiraDraft,
  renderChange,
  renderContradiction,
  renderGroup,
  renderIssue,
} from './rendering.ts'
export { type Dispatch, type Dispatched, sendIssue } from './send.ts'
