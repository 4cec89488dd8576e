import { fail, pass } from '../../../kit/index.ts'
import { matches } from '../policy/index.ts'
import { check } from './resources.ts'

const ignored: readonly string[] = []

export default check({
  id: 'ecs_task_definitions_no_environment_secrets',
  title: 'Task definition keeps no secrets in environment variables',
  description:
    'Looks at the names and values of the environment variables in the newest active revision of each task definition, and of every revision that a service runs, for what looks like a secret; only the names are kept.',
  risk: 'Everyone who may describe a task definition reads its variables, also in revisions that were long replaced.',
  decision:
    'Fails when a value has the shape of a key, a token, or an address or settings with a password (`password=`, `pwd=`), or when a name such as PASSWORD, TOKEN or SECRET has a value that looks drawn by chance. Passes when none does; a secret of another shape is not seen. Names that fit a pattern in `secrets_ignore_patterns`, where * is any text, are left out; none is unless configured. Nothing is tried out with any service. Judged are the newest active revision of each family and every revision that a service, its deployments or task sets run, also a deregistered one; tasks that were started from other revisions are not looked at.',
  fix: {
    text: 'Keep secrets in Secrets Manager or Parameter Store, and refer to them by valueFrom; then replace those that were in the task definition.',
    console: [
      'Open AWS Secrets Manager and store the value as a secret.',
      'Open Amazon ECS, choose Task definitions, choose the family, then Create new revision.',
      'In the container’s environment variables change the value type to ValueFrom and give the secret’s ARN, then choose Create.',
      'Update the services, deregister the old revisions, and change the secret, because it has been readable.',
      'A revision made by the command has only what it is given: put roles, volumes and all containers that describe-task-definition shows into the file, with the variable under secrets in place of environment.',
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
      container.suspects
        .filter((it) => !config.secrets_ignore_patterns.some((one) => matches(one, it.name)))
        .map((it) => `${it.name} of ${container.name} (${it.seems})`),
    )
    return found.length > 0
      ? fail(`The task definition ${name} seems to hold secrets: ${found.slice(0, 10).join(', ')}.`)
      : pass(`The task definition ${name} has no variable that looks like a secret.`)
  },
})
