import { fail, pass } from '../../../kit/index.ts'
import { isAnchored, isOpen } from './anchors.ts'
import { check, type WebhookFilter } from './resources.ts'

/** Names that a stranger may choose or be given, so that a longer one is somebody else’s. */
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
  title: 'Patterns of the project’s webhook fit whole names only',
  description:
    'Reads the filters of each project’s webhook that say who, which repository or which branch may start a build, and whether their patterns are anchored at both ends.',
  risk: 'A pattern without anchors also fits longer names and numbers, such as an account that a stranger registered for that.',
  decision:
    'Fails when a filter for ACTOR_ACCOUNT_ID, ORGANIZATION_NAME, REPOSITORY_NAME, HEAD_REF or BASE_REF that lets builds begin has an alternative that does not begin with ^ and end with $, and when one for accounts or organisations takes characters that it does not name, by a dot, a class such as \\d, or a repetition. Passes when none does. Filters that keep builds from beginning do not count. A project without a webhook, or whose webhook has no such filter, has no verdict.',
  fix: {
    text: 'Begin each pattern with ^ and end it with $.',
    console: [
      'Open AWS CodeBuild, choose Build projects, and choose the project.',
      'Choose Edit and Source, and open Primary source webhook events.',
      'In each filter group, put ^ before and $ after each pattern, such as ^16024985$, and choose Update project.',
      'The command replaces all groups: put every filter group of the project’s webhook that batch-get-projects shows into the file, with the patterns anchored.',
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
  needs: [],
  judge: ({ name, filters }) => {
    if (!filters) return []
    const asked = filters.filter(({ type }) => judged.has(type))
    if (asked.length === 0) return []
    const loose = asked.filter(isLoose)
    return loose.length > 0
      ? fail(
          `Patterns of the webhook of ${name} fit more than one name: ${loose.map((it) => it.type).join(', ')}.`,
        )
      : pass(`Patterns of the webhook of ${name} fit whole names only.`)
  },
})
