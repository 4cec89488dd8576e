import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'repository_dependency_scanning_enabled',
  title: 'Repository has Dependabot alerts enabled',
  description:
    'Reads whether Dependabot alerts are on. With alerts, GitHub compares the dependencies of the repository with known vulnerabilities.',
  risk: 'Dependencies with published vulnerabilities stay in use because no alert is raised.',
  decision:
    'Passes if alerts are on. Fails if GitHub reports that they are disabled. If GitHub denies access to the list of alerts for another reason, the check gives no verdict. Archived repositories, which have no alerts, give no finding.',
  fix: {
    text: 'Turn on Dependabot alerts for the repository or for the whole organization.',
    console: [
      'Open the repository and choose Settings, then Advanced Security.',
      'Next to Dependabot alerts, choose Enable.',
    ],
    cli: 'gh api --method PUT repos/<owner>/<repository>/vulnerability-alerts',
    terraform: [
      'resource "github_repository" "main" {',
      '  name                 = "<repository>"',
      '  vulnerability_alerts = true',
      '}',
    ].join('\n'),
  },
  source:
    'https://docs.github.com/en/code-security/dependabot/dependabot-alerts/configuring-dependabot-alerts',
  links: [
    'https://docs.github.com/en/code-security/dependabot/dependabot-alerts/about-dependabot-alerts',
  ],
  over: 'repositories',
  needs: ['dependabot_alerts'],
  judge: ({ name, archived, dependabot_alerts: isOn }) => {
    if (archived) return []
    return isOn
      ? pass(`${name} has Dependabot alerts turned on.`)
      : fail(`${name} has Dependabot alerts turned off.`)
  },
})
