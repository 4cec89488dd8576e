// Contexts with values that untrusted users choose. Sources: GitHub's "Secure use reference", "Understanding the risk
// of script injections", and the payloads in "Webhook events and payloads".
import { type Reference, withoutExpressions } from './expressions.ts'

// Members that only maintainers write, such as labels and milestones, and names with a limited set of characters, such
// as logins and repositories, are not listed.
const commit = ['message', 'author.email', 'author.name', 'committer.email', 'committer.name']
const headRepository = ['default_branch', 'description', 'homepage']

const below = (object: string, names: readonly string[]) => names.map((name) => `${object}.${name}`)

/** Text of untrusted users. */
const untrusted = [
  'github.head_ref',
  ...below('github.event', [
    'answer.body',
    ...below('changes', ['body.from', 'head.ref.from', 'title.from']),
    ...below('changes', below('new_discussion', ['title', 'body'])),
    ...below('changes', below('new_issue', ['title', 'body'])),
    ...below('changes', below('old_issue', ['title', 'body'])),
    ...below('check_run.check_suite', ['head_branch', 'pull_requests.*.head.ref']),
    'check_run.pull_requests.*.head.ref',
    ...below('check_suite', ['head_branch', ...below('head_commit', commit)]),
    'check_suite.pull_requests.*.head.ref',
    ...below('comment', ['body', 'diff_hunk', 'path']),
    ...below('commit.commit', commit),
    ...below('commits.*', commit),
    ...below('discussion', ['title', 'body']),
    ...below('forkee', ['default_branch', 'description', 'homepage']),
    ...below('head_commit', commit),
    ...below('issue', ['title', 'body']),
    ...below('merge_group.head_commit', commit),
    'old_answer.body',
    ...below('pages.*', ['page_name', 'summary', 'title']),
    ...below('pull_request', ['title', 'body']),
    ...below('pull_request.auto_merge', ['commit_message', 'commit_title']),
    ...below('pull_request.head', ['ref', 'label', ...below('repo', headRepository)]),
    'review.body',
    'review_comment.body',
    ...below('workflow_run', ['head_branch', 'display_title', ...below('head_commit', commit)]),
    ...below('workflow_run', below('head_repository', ['description'])),
    'workflow_run.path',
    'workflow_run.pull_requests.*.head.ref',
    'workflow_run.referenced_workflows.*.path',
  ]),
].map((path) => path.split('.'))

/** Values that select the code of a pull request. */
const pullRequestCode = [
  'github.head_ref',
  'github.event.after',
  'github.event.issue.number',
  'github.event.number',
  'github.event.pull_request.number',
  'github.event.pull_request.head',
  'github.event.pull_request.merge_commit_sha',
  'github.event.workflow_run.head_branch',
  'github.event.workflow_run.head_commit',
  'github.event.workflow_run.head_repository',
  'github.event.workflow_run.head_sha',
  'github.event.workflow_run.pull_requests.*.head',
].map((path) => path.split('.'))

const isSame = (name: string | undefined, other: string | undefined) =>
  name === other || name === '*' || other === '*'

/** True if the value of a reference, or a member that its text includes, has the path. */
function includes({ path, whole }: Reference, wanted: readonly string[]): boolean {
  // An index after a filter selects from the values that the filter collected.
  const end = path.slice(0, -1).includes('*') && path.at(-1) === '*' ? path.length - 1 : path.length
  const length = Math.min(end, wanted.length)
  if (length < wanted.length && !whole) return false
  if (end > wanted.length) return false
  for (let at = 0; at < length; at += 1) if (!isSame(path[at], wanted[at])) return false
  return true
}

/** True if untrusted users choose text in the value. */
export const isUntrusted = (reference: Reference): boolean =>
  untrusted.some((wanted) => includes(reference, wanted))

/** True if the value is a commit, branch, repository or number of a pull request. */
export const isPullRequestCode = (reference: Reference): boolean =>
  pullRequestCode.some(
    (wanted) =>
      includes(reference, wanted) ||
      (reference.path.length > wanted.length &&
        wanted.every((name, at) => isSame(reference.path[at], name))),
  )

/** True for a reference such as `refs/pull/1/head` outside the expressions of a text. */
export const namesPullRequest = (text: string): boolean =>
  /\brefs\/pull\/|\bpull\/[^/]{1,300}(?:\/(?:head|merge)|\.(?:patch|diff))\b/i.test(
    withoutExpressions(text),
  )

/** True for a context whose text can have several lines. */
export const hasLines = (context: string): boolean =>
  /\.(?:body(?:\.from)?|message|commit_message|diff_hunk|description)$/i.test(context)
