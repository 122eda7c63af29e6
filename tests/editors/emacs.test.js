// Emacs without windows, with Eglot; and the words that it colours.
'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { spawnSync } = require('node:child_process');
const { folder, tool } = require('./server.js');

const mode = path.resolve('editors/emacs/htn-mode.el');

test('Emacs colours all keywords', () => {
  const words = [...fs.readFileSync('compiler/syntax/keywords.def', 'utf8').matchAll(/^HTNC_KEYWORD\(\w+,\s*"(\w+)"/gm)].map((match) => match[1]);
  const coloured = [...fs.readFileSync(mode, 'utf8').matchAll(/"(\w+)"/g)].map((match) => match[1]);
  assert.deepEqual(words.filter((word) => !coloured.includes(word)), []);
});

const script = `
(setq make-backup-files nil eglot-sync-connect 20 eglot-autoreconnect nil)
(require 'eglot)
(load (getenv "HTN_MODE") nil t)
(setq htn-program (getenv "HTN_TOOL"))
(defun wait-for (what) (let ((end (+ (float-time) 15))) (while (and (not (funcall what)) (< (float-time) end)) (accept-process-output nil 0.05))) (funcall what))
(find-file "guard.htn")
(flymake-mode 1)
(let ((inhibit-message t)) (apply #'eglot--connect (eglot--guess-contact)))
(eglot--maybe-activate-editing-mode)
(defun problems () (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))
(let (said)
  (push (cons 'mode (symbol-name major-mode)) said)
  (wait-for (lambda () (flymake-start) (problems)))
  (push (cons 'before (vconcat (problems))) said)
  (goto-char (point-min)) (search-forward "Alrt") (replace-match "Alert" t)
  (flymake-start)
  (eglot--signal-textDocument/didChange)
  (wait-for (lambda () (null (problems))))
  (push (cons 'after (length (problems))) said)
  (goto-char (point-min)) (search-forward "Shout()") (backward-char 3)
  (push (cons 'definition (xref-location-marker-line (car (xref-backend-definitions 'eglot "Shout")))) said)
  (eglot-rename "Call")
  (eglot-format-buffer)
  (push (cons 'text (buffer-substring-no-properties (point-min) (point-max))) said)
  (font-lock-ensure)
  (goto-char (point-min)) (search-forward "Method")
  (push (cons 'face (format "%s" (get-text-property (1- (point)) 'face))) said)
  (set-buffer-modified-p nil)
  (princ (json-encode said)))
`.replace(/\(xref-location-marker-line \(car/, '((lambda (item) (let ((place (xref-item-location item))) (xref-location-line place))) (car');

const there = spawnSync('emacs', ['--batch', '--eval', "(progn (package-initialize) (require 'eglot))"], { encoding: 'utf8' });
test('a session of Emacs', { skip: there.status === 0 ? false : 'there is no emacs with eglot' }, () => {
  const root = folder({
    'guard.htn': 'World State [Alert : bool]\n\nCompound Task [Guard]\n    Method [Alrt]\n        Subtasks [Shout()]\n\nPrimitive Task [Shout]\n  Operator [Shout()]\n    Effects [Alert = true]\n',
    'session.el': script,
  });
  const run = spawnSync('emacs', ['--batch', '--eval', '(package-initialize)', '-l', 'session.el'], { cwd: root, encoding: 'utf8', timeout: 60000, env: { ...process.env, HTN_MODE: mode, HTN_TOOL: tool, HOME: root } });
  assert.equal(run.status, 0, run.stdout + run.stderr);
  const said = JSON.parse(run.stdout.slice(run.stdout.indexOf('{')));
  assert.equal(said.mode, 'htn-mode');
  assert.equal(said.before.length, 1);
  assert.match(said.before[0], /Alrt/);
  assert.equal(said.after, 0);
  assert.equal(said.definition, 7);
  assert.equal(said.face, 'font-lock-keyword-face');
  assert.equal(said.text, 'World State [Alert : bool]\n\nCompound Task [Guard]\n    Method [Alert]\n        Subtasks [Call()]\n\nPrimitive Task [Call]\n    Operator [Shout()]\n    Effects [Alert = true]\n');
});
