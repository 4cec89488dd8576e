import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'repository_public_has_securitymd_file',
  title: 'Public repository says how to report a vulnerability',
  description:
    'Looks for SECURITY.md in .github, at the root and in docs of a public repository, and asks GitHub whether a policy of the account holds there.',
  risk: 'Whoever finds a vulnerability does not know whom to tell, and either keeps it or tells everybody.',
  decision:
    'Passes when one of the folders has the file, or GitHub says that a policy holds there, such as that of the account’s .github repository for all. Fails when neither is the case. Repositories that are not public, are archived or have no commit are not judged.',
  fix: {
    text: 'Add a SECURITY.md that says where reports go and what follows.',
    console: [
      'Open the repository and choose Security, then Policy.',
      'Choose Start setup, write where vulnerabilities are reported and when an answer comes.',
      'Choose Commit changes.',
    ],
    cli: 'gh api --method PUT repos/<owner>/<repository>/contents/SECURITY.md --field message="Say how to report vulnerabilities" --field content=<base64>',
    terraform: [
      'resource "github_repository_file" "security" {',
      '  repository     = "<repository>"',
      '  file           = "SECURITY.md"',
      '  content        = file("SECURITY.md")',
      '  commit_message = "Say how to report vulnerabilities"',
      '}',
    ].join('\n'),
  },
  source:
    'https://docs.github.com/en/code-security/getting-started/adding-a-security-policy-to-your-repository',
  over: 'repositories',
  needs: ['security_policy'],
  judge: ({ name, visibility, archived, security_policy: policy }) => {
    if (visibility !== 'public' || archived || policy === null) return []
    const [first] = policy
    return first === undefined
      ? fail(`${name} is public and has no security policy.`)
      : pass(`${name} has a security policy: ${first}.`)
  },
})
