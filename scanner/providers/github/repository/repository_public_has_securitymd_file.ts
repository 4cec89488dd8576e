import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'repository_public_has_securitymd_file',
  title: 'Public repository has a security policy',
  description:
    'Looks for SECURITY.md in .github, the root and docs of a public repository, and reads whether GitHub reports a security policy for it.',
  risk: 'Security researchers have no private channel for reports. Vulnerabilities stay unreported or are disclosed publicly.',
  decision:
    'Passes if one of the folders has the file, or if GitHub reports a policy, such as one in the account’s .github repository. Fails if neither is true. Repositories that are not public, are archived or have no commits give no finding.',
  fix: {
    text: 'Add a SECURITY.md file that describes where to report vulnerabilities and when to expect a response.',
    console: [
      'Open the repository and choose Security, then Policy.',
      'Choose Start setup, and describe where to report vulnerabilities and when to expect a response.',
      'Choose Commit changes. With the gh command, replace <base64> in the argument --field content with the file encoded as Base64.',
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
