import { fail, isUnread, pass, withhold } from '../../../kit/index.ts'
import { matches } from '../policy/index.ts'
import { check } from './resources.ts'

const ignored: readonly string[] = []

export default check({
  id: 'ecs_task_definitions_no_environment_secrets',
  title: 'ECS task definition has no secrets in environment variables',
  description:
    'Searches the names and values of the environment variables in the newest active revision of each task definition and in every revision that a service runs for potential secrets. Only the names are stored.',
  risk: 'Anyone with permission to describe a task definition can read its environment variables, even in old revisions.',
  decision:
    'Fails if a value has the format of a key, a token, or an address or settings with a password (`password=`, `pwd=`). Also fails if a variable with a name such as PASSWORD, TOKEN or SECRET has a random-looking value. Passes if none does; secrets in other formats are not detected. Names that match a pattern in `secrets_ignore_patterns` (none by default), where * is any text, are ignored. Values are not tested against any service. The newest active revision of each family and every revision that a service, its deployments or task sets run are evaluated, including deregistered revisions. Tasks started from other revisions are not evaluated.',
  fix: {
    text: 'Store secrets in Secrets Manager or Parameter Store, reference them with valueFrom, and rotate the exposed secrets.',
    console: [
      'Open AWS Secrets Manager and store the value as a secret.',
      'Open Amazon ECS, choose Task definitions, choose the family, and choose Create new revision.',
      'In the environment variables of the container, change the value type to ValueFrom, enter the ARN of the secret, and choose Create.',
      'Update the services, deregister the old revisions, and rotate the secret, because it was exposed.',
      'The command creates a revision with only the given settings. Copy the roles, volumes and all containers from the output of describe-task-definition into the file for --cli-input-json, and move the variable from environment to secrets.',
    ],
    cli: 'aws ecs register-task-definition --cli-input-json file://task-with-secrets.json',
    terraform: `resource "aws_ecs_task_definition" "shop" {
  family             = "shop"
  execution_role_arn = aws_iam_role.execution.arn
  container_definitions = jsonencode([{
    name   = "web"
    image  = "\${aws_ecr_repository.shop.repository_url}:1.4.2"
    memory = 512
    secrets = [{
      name      = "DB_PASSWORD"
      valueFrom = aws_secretsmanager_secret.database.arn
    }]
  }])
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/specifying-sensitive-data.html',
  links: [
    'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/secrets-envvar-secrets-manager.html',
  ],
  over: 'taskDefinitions',
  needs: ['definition'],
  config: { secrets_ignore_patterns: ignored },
  judge: ({ name, definition }, { config }) => {
    const found = definition.containers.flatMap((container) =>
      (isUnread(container.suspects) ? [] : container.suspects)
        .filter((it) => !config.secrets_ignore_patterns.some((one) => matches(one, it.name)))
        .map((it) => `${it.name} of ${container.name} (${it.seems})`),
    )
    const gap = definition.containers.map(({ suspects }) => suspects).find(isUnread)
    if (gap && found.length === 0) return withhold(gap)
    return found.length > 0
      ? fail(
          `The task definition ${name} appears to contain secrets: ${found.slice(0, 10).join(', ')}.`,
        )
      : pass(`The task definition ${name} has no variable that appears to contain a secret.`)
  },
})
