import { fail, pass } from '../../../kit/index.ts'
import { check, namesOf } from './resources.ts'

export default check({
  id: 'ecs_task_definitions_no_privileged_containers',
  title: 'Task definition has no privileged container',
  description:
    'Reads whether a container of the newest active revision of each task definition, and of every revision that a service runs, has the rights of root on its host.',
  risk: 'Who breaks into a privileged container has the machine, and with it every other task that runs there.',
  decision:
    'Fails when privileged is true for at least one container, and passes when it is false or not set for all. Judged are the newest active revision of each family and every revision that a service, its deployments or task sets run, also a deregistered one; tasks that were started from other revisions are not looked at.',
  fix: {
    text: 'Set privileged to false, and add the few Linux capabilities that the container needs.',
    console: [
      'Open Amazon ECS, choose Task definitions, and choose the family.',
      'Select the newest revision, then choose Create new revision.',
      'Turn off Privileged in each container, then choose Create.',
      'Update the services that use the family.',
      'A revision made by the command has only what it is given: put roles, volumes and all containers that describe-task-definition shows into the file, with privileged false in each container.',
    ],
    cli: 'aws ecs register-task-definition --cli-input-json file://task-without-privileges.json',
    terraform: `resource "aws_ecs_task_definition" "shop" {
  family = "shop"
  container_definitions = jsonencode([{
    name       = "web"
    image      = "\${aws_ecr_repository.shop.repository_url}:1.4.2"
    memory     = 512
    privileged = false
  }])
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/security-tasks-containers.html',
  over: 'taskDefinitions',
  needs: ['definition'],
  judge: ({ name, definition }) => {
    const found = definition.containers.filter(({ privileged }) => privileged)
    return found.length > 0
      ? fail(`The task definition ${name} has privileged containers: ${namesOf(found)}.`)
      : pass(`The task definition ${name} has no privileged container.`)
  },
})
