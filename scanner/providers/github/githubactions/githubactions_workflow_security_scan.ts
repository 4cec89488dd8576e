import { fail, manual, pass } from '../../../kit/index.ts'
import { mostDangers } from './dangers.ts'
import { check } from './resources.ts'

/** With more, the sentence only counts them. */
const mostNamed = 5

export default check({
  id: 'githubactions_workflow_security_scan',
  title: 'Workflow does not run untrusted code',
  description:
    'Reads each workflow of the default branch and searches it for patterns that let untrusted users or third-party actions run code with the repository’s permissions.',
  risk: 'An attacker can read the secrets of the workflow, push to the repository or add malicious code to its releases.',
  decision:
    'Fails if a script contains text from untrusted users, such as the title of an issue: directly, or through the environment, outputs of steps and jobs, matrices and inputs of reusable workflows of the repository. Passing such text to a script in an environment variable is safe. Fails if such text is written to the search path of commands, to the environment without a random delimiter, or is the image or an option of a container. Fails if an event with access to secrets (pull_request_target, workflow_run, issue_comment) checks out code of a pull request, with actions/checkout or a command; only fetching it is safe. Fails if a third-party action is not pinned to a commit, a token has write-all, or unsecure commands are allowed. Needs manual review if a script contains, or such an event checks out, a value whose origin cannot be followed, such as an output of an action or of a command. Needs manual review if a program in another language can check out code, or if a reusable workflow without callers in the repository checks out code of a pull request. Passes if none of these patterns is found, which does not prove that the workflow is safe. Workflows that are not valid YAML have no verdict. Archived repositories are skipped because their workflows do not run.',
  fix: {
    text: 'Pass untrusted input to scripts through environment variables, pin actions to commits, and give tokens only the permissions they need.',
    console: [
      'Open the workflow in the folder .github/workflows and choose Edit.',
      'Replace expressions in run with environment variables from env, and replace versions in uses with the full commit SHA.',
      'Add permissions: contents: read at the top level, and give single jobs the additional permissions they need.',
      'Commit the change and open a pull request.',
    ],
    cli: null,
    terraform: null,
  },
  source: 'https://docs.github.com/en/actions/reference/security/secure-use',
  over: 'workflows',
  needs: ['dangers', 'unclear'],
  judge: ({ name, dangers, unclear }) => {
    if (dangers.length > 0) return fail(`In ${name}: ${few(dangers)}.`)
    if (unclear.length === 0) return pass(`No dangerous pattern was found in ${name}.`)
    return manual(`In ${name}, the origin of a value cannot be followed: ${few(unclear)}.`)
  },
})

function few(all: readonly string[]): string {
  const rest = all.length - mostNamed
  const about = all.length >= mostDangers ? 'at least ' : ''
  return `${all.slice(0, mostNamed).join('; ')}${rest > 0 ? `; and ${about}${rest} more` : ''}`
}
