"""Does what GitHub does with action.yml: `action.py ROOT NAME=VALUE...` runs the steps of the composite action with these inputs, in the
current folder. It stops at the first step that fails, and its exit status is that step's. What GitHub would refuse is refused here."""
import json
import os
import re
import subprocess
import sys

import yaml

STEP_KEYS = {'name', 'id', 'if', 'run', 'shell', 'env', 'uses', 'with', 'working-directory', 'continue-on-error'}
INPUT_KEYS = {'description', 'required', 'default', 'deprecationMessage'}


def refuse(why):
    sys.exit('action.yml: ' + why)


def check(action):
    for key in ('name', 'description', 'runs'):
        if key not in action:
            refuse(f'{key} is missing')
    for key in set(action) - {'name', 'author', 'description', 'inputs', 'outputs', 'runs', 'branding'}:
        refuse(f'{key} is unknown')
    for name, each in action['inputs'].items():
        if set(each) - INPUT_KEYS or not each.get('description') or not isinstance(each.get('default'), str):
            refuse(f'the input {name}: {each}')
    if action['runs'].get('using') != 'composite':
        refuse('it is not composite')
    for step in action['runs']['steps']:
        if set(step) - STEP_KEYS or ('run' in step) == ('uses' in step):
            refuse(f'the step {step}')
        if 'run' in step and 'shell' not in step:
            refuse(f'{step["name"]}: a step that runs something names its shell')


def main():
    root = os.path.abspath(sys.argv[1])
    with open(os.path.join(root, 'action.yml'), encoding='utf-8') as file:
        action = yaml.safe_load(file)
    check(action)
    given = dict(each.split('=', 1) for each in sys.argv[2:])
    if set(given) - set(action['inputs']):
        refuse(f'there is no input {set(given) - set(action["inputs"])}')
    inputs = {name: given.get(name, each['default']) for name, each in action['inputs'].items()}

    def fill(text):
        text = re.sub(r'\$\{\{ *inputs\.([a-z-]+) *\}\}', lambda match: inputs[match.group(1)], text)
        if '${{' in text:
            refuse(f'what is {text}?')
        return text

    for step in action['runs']['steps']:
        environment = dict(os.environ, GITHUB_ACTION_PATH=root)
        environment.update({name: fill(value) for name, value in step.get('env', {}).items()})
        done = subprocess.run([step['shell'], '--noprofile', '--norc', '-eo', 'pipefail', '-c', fill(step['run'])],
                              env=environment, check=False)
        sys.stdout.flush()
        if done.returncode != 0:
            sys.exit(done.returncode)


def matched():
    """`action.py --matched MATCHER`: what GitHub would show of the lines on standard input, one JSON object a line."""
    with open(sys.argv[2], encoding='utf-8') as file:
        matchers = json.load(file)['problemMatcher']
    for line in sys.stdin:
        for matcher in matchers:
            pattern = matcher['pattern'][0]
            found = re.search(pattern['regexp'], line.rstrip('\n'))
            if found:
                fields = {name: found.group(group) for name, group in pattern.items() if name != 'regexp'}
                print(json.dumps({'severity': matcher.get('severity'), **fields}, sort_keys=True))
                break


matched() if sys.argv[1] == '--matched' else main()
