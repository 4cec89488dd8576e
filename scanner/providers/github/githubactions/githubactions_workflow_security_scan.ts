import { fail, pass } from '../../../kit/index.ts'
import { mostDangers } from './dangers.ts'
import { check } from './resources.ts'

/** Of more a sentence says how many there are. */
const mostNamed = 5

export default check({
  id: 'githubactions_workflow_security_scan',
  title: 'Workflow lets no stranger run code',
  description:
    'Reads each workflow of the default branch and looks for patterns by which whoever opens an issue or a pull request, or owns an action that is used, runs code with the rights of the repository.',
  risk: 'A stranger reads the secrets of the workflow, pushes to the repository, or puts something of his into what it releases.',
  decision:
    'Fails when a script is made from text that strangers write, such as the title of an issue; when code of a pull request is checked out by an event that has secrets (pull_request_target, workflow_run, issue_comment), with actions/checkout or by a command; when an action of somebody else is not fixed to a commit; when a token gets write-all; or when unsecure commands are allowed. Passes when none of these is found, which is no proof that there is nothing else. Workflows that cannot be read as YAML have no verdict; archived repositories, where none runs, are left out.',
  fix: {
    text: 'Hand what strangers write to scripts by environment variables, fix actions to commits, and give tokens the permissions that they need.',
    console: [
      'Open the workflow in the folder .github/workflows and choose Edit.',
      'Replace expressions in run by variables of env, and names of versions behind uses by the full commit.',
      'Write permissions: contents: read at the top and add to single jobs what they need.',
      'Commit the change and open a pull request.',
    ],
    cli: null,
    terraform: null,
  },
  source: 'https://docs.github.com/en/actions/reference/security/secure-use',
  over: 'workflows',
  needs: ['dangers'],
  judge: ({ name, dangers }) => {
    if (dangers.length === 0) return pass(`Nothing dangerous was found in ${name}.`)
    const few = dangers.slice(0, mostNamed).join('; ')
    const rest = dangers.length - mostNamed
    const about = dangers.length >= mostDangers ? 'at least ' : ''
    return fail(`In ${name}: ${few}${rest > 0 ? `; and ${about}${rest} more` : ''}.`)
  },
})
