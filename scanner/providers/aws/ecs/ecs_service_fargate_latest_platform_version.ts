import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ecs_service_fargate_latest_platform_version',
  title: 'ECS Fargate service uses the latest platform version',
  description: 'Reads the platform version of each active Fargate service.',
  risk: 'An old platform version uses an outdated kernel and runtime with known vulnerabilities.',
  decision:
    'Passes if the version is LATEST or equals `fargate_linux_latest_version` (1.4.0 by default), or for Windows `fargate_windows_latest_version` (1.0.0 by default). Fails for any other version. Services that are not on Fargate or not active give no finding.',
  fix: {
    text: 'Set the platform version of the service to LATEST.',
    console: [
      'Open Amazon ECS, choose the cluster, choose the service, and choose Update service.',
      'Under Compute configuration, set Platform version to LATEST.',
      'Choose Update. The service then replaces its tasks.',
    ],
    cli: 'aws ecs update-service --cluster <cluster> --service <service> --platform-version LATEST --force-new-deployment',
    terraform: `resource "aws_ecs_service" "web" {
  name             = "web"
  cluster          = aws_ecs_cluster.shop.id
  task_definition  = aws_ecs_task_definition.shop.arn
  launch_type      = "FARGATE"
  platform_version = "LATEST"
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/platform-fargate.html',
  over: 'services',
  needs: [],
  config: { fargate_linux_latest_version: '1.4.0', fargate_windows_latest_version: '1.0.0' },
  judge: ({ name, status, platform }, { config }) => {
    if (status !== 'ACTIVE' || !platform) return []
    const { version, windows } = platform
    const latest = windows
      ? config.fargate_windows_latest_version
      : config.fargate_linux_latest_version
    return version === 'LATEST' || version === latest
      ? pass(`The service ${name} uses the Fargate platform version ${version}.`)
      : fail(
          `The service ${name} uses the Fargate platform version ${version}, but the latest is ${latest}.`,
        )
  },
})
