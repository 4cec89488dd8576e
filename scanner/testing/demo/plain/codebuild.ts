/** The shop's build, and one that was set up in a hurry. */
import { demoId } from '../facts.ts'

const arn = (kind: string, name: string) =>
  `arn:aws:codebuild:eu-central-1:${demoId}:${kind}/${name}`

const group = (name: string, encryptionDisabled: boolean) => ({
  arn: arn('report-group', name),
  name,
  type: 'TEST',
  exportConfig: {
    exportConfigType: 'S3',
    s3Destination: { bucket: 'larkspur-legacy-assets', encryptionDisabled },
  },
})

export const demoCodeBuild = () => ({
  'eu-central-1': {
    ListProjects: { projects: ['shop', 'newsletter'] },
    BatchGetProjects: {
      projects: [
        {
          name: 'shop',
          arn: arn('project', 'shop'),
          source: {
            type: 'GITHUB',
            location: 'https://github.com/larkspur-example/shop.git',
            buildspec: 'arn:aws:s3:::larkspur-legacy-assets/shop.yml',
          },
          environment: {
            type: 'LINUX_CONTAINER',
            environmentVariables: [
              { name: 'STAGE', value: 'production', type: 'PLAINTEXT' },
              { name: 'DB_PASSWORD', value: 'orders-db:password', type: 'SECRETS_MANAGER' },
            ],
          },
          projectVisibility: 'PRIVATE',
          logsConfig: {
            cloudWatchLogs: { status: 'ENABLED' },
            s3Logs: { status: 'ENABLED', encryptionDisabled: false },
          },
          webhook: {
            filterGroups: [
              [
                { type: 'EVENT', pattern: 'PUSH' },
                { type: 'HEAD_REF', pattern: '^refs/heads/main$' },
              ],
            ],
          },
        },
        {
          name: 'newsletter',
          arn: arn('project', 'newsletter'),
          source: {
            type: 'BITBUCKET',
            location: 'https://builder:not-a-password@bitbucket.org/larkspur-example/news.git',
          },
          environment: {
            type: 'LINUX_CONTAINER',
            environmentVariables: [{ name: 'MAIL_API_TOKEN', value: 'not-a-token' }],
          },
          projectVisibility: 'PUBLIC_READ',
          logsConfig: {
            cloudWatchLogs: { status: 'DISABLED' },
            s3Logs: { status: 'DISABLED', encryptionDisabled: false },
          },
          webhook: { filterGroups: [[{ type: 'ACTOR_ACCOUNT_ID', pattern: '16024985' }]] },
        },
      ],
      projectsNotFound: [],
    },
    ListReportGroups: {
      reportGroups: [arn('report-group', 'shop-tests'), arn('report-group', 'news-tests')],
    },
    BatchGetReportGroups: {
      reportGroups: [group('shop-tests', false), group('news-tests', true)],
      reportGroupsNotFound: [],
    },
  },
})
