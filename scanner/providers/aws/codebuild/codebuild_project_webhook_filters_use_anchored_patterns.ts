import { fail, pass } from '../../../kit/index.ts'
import { isAnchored, isOpen } from './anchors.ts'
import { check, type WebhookFilter } from './resources.ts'

/** Names that untrusted users can choose: a longer name that contains the pattern belongs to another user. */
const strangers: ReadonlySet<string> = new Set(['ACTOR_ACCOUNT_ID', 'ORGANIZATION_NAME'])

const judged: ReadonlySet<string> = new Set([
  ...strangers,
  'REPOSITORY_NAME',
  'HEAD_REF',
  'BASE_REF',
])

const isLoose = ({ type, pattern }: WebhookFilter): boolean =>
  !isAnchored(pattern) || (strangers.has(type) && isOpen(pattern))

export default check({
  id: 'codebuild_project_webhook_filters_use_anchored_patterns',
  title: 'CodeBuild project uses anchored patterns in webhook filters',
  description:
    'Reads the webhook filters of each project that limit the actor, repository or branch of a build, and whether their patterns are anchored at both ends.',
  risk: 'A pattern without anchors also matches longer names and numbers, such as an account that an attacker registered for this purpose.',
  decision:
    'Fails if a filter for ACTOR_ACCOUNT_ID, ORGANIZATION_NAME, REPOSITORY_NAME, HEAD_REF or BASE_REF that starts builds has an alternative that does not begin with ^ and end with $. Also fails if a filter for accounts or organizations matches unspecified characters, with a dot, a class such as \\d, or a repetition. Passes if none does. Filters that exclude builds do not count. A project without a webhook, or with a webhook without such filters, gives no finding.',
  fix: {
    text: 'Begin each pattern with ^ and end it with $.',
    console: [
      'Open AWS CodeBuild, choose Build projects, and choose the project.',
      'Choose Edit, then Source, and open Primary source webhook events.',
      'In each filter group, add ^ before and $ after each pattern, such as ^16024985$, and choose Update project.',
      'The command replaces all groups: put every filter group of the webhook from batch-get-projects into the file for --filter-groups, with the patterns anchored.',
    ],
    cli: 'aws codebuild update-webhook --project-name <project> --filter-groups file://all-filter-groups.json',
    terraform: `resource "aws_codebuild_webhook" "shop" {
  project_name = aws_codebuild_project.shop.name

  filter_group {
    filter {
      type    = "EVENT"
      pattern = "PUSH"
    }
    filter {
      type    = "ACTOR_ACCOUNT_ID"
      pattern = "^16024985$"
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/codebuild/latest/userguide/github-webhook.html',
  links: ['https://docs.aws.amazon.com/codebuild/latest/userguide/webhooks.html'],
  over: 'projects',
  needs: ['filters'],
  judge: ({ name, filters }) => {
    if (!filters) return []
    const asked = filters.filter(({ type }) => judged.has(type))
    if (asked.length === 0) return []
    const loose = asked.filter(isLoose)
    return loose.length > 0
      ? fail(
          `The webhook of the project ${name} has patterns that match more than one name: ${loose.map((it) => it.type).join(', ')}.`,
        )
      : pass(`The webhook of the project ${name} has only patterns that match whole names.`)
  },
})
