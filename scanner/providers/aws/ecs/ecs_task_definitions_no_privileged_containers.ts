import { fail, pass } from '../../../kit/index.ts'
import { check, namesOf } from './resources.ts'

export default check({
  id: 'ecs_task_definitions_no_privileged_containers',
  title: 'ECS task definition has no privileged containers',
  description:
    'Reads whether a container in the newest active revision of each task definition and in every revision that a service runs is privileged, with root permissions on its host.',
  risk: 'An attacker who compromises a privileged container controls the host and all other tasks that run on it.',
  decision:
    'Fails if privileged is true for at least one container, and passes if it is false or not set for all. The newest active revision of each family and every revision that a service, its deployments or task sets run are evaluated, including deregistered revisions. Tasks started from other revisions are not evaluated.',
  fix: {
    text: 'Set privileged to false, and add only the Linux capabilities that the container needs.',
    console: [
      'Open Amazon ECS, choose Task definitions, and choose the family.',
      'Select the newest revision, and choose Create new revision.',
      'Turn off Privileged in each container, and choose Create.',
      'Update the services that use the family.',
      'The command creates a revision with only the given settings. Copy the roles, volumes and all containers from the output of describe-task-definition into the file for --cli-input-json, and set privileged to false in each container.',
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
