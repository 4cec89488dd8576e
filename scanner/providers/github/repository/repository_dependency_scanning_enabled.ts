import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'repository_dependency_scanning_enabled',
  title: 'Dependabot alerts are on',
  description:
    'Asks whether Dependabot alerts are on: whether GitHub compares the dependencies of the repository with known vulnerabilities.',
  risk: 'A dependency with a published vulnerability stays in use, because nobody is told of it.',
  decision:
    'Passes when alerts are on. Fails when GitHub says that they are disabled; that the list of alerts is refused for other reasons proves nothing. Archived repositories, for which there are none, are not judged.',
  fix: {
    text: 'Turn on Dependabot alerts, for the repository or for the whole organization.',
    console: [
      'Open the repository and choose Settings, then Advanced Security.',
      'Next to Dependabot alerts choose Enable.',
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
