;;; htn-mode.el --- domains of hierarchical task networks  -*- lexical-binding: t -*-

;; Colours, comments, indentation by four, and the server `htn lsp' through Eglot, which Emacs 29 has; for Emacs 26 to 28 it is a package.
;;
;;     (load "/path/to/editors/emacs/htn-mode.el")
;;     (add-hook 'htn-mode-hook #'eglot-ensure)
;;
;; tests/editors/emacs.test.js drives it, and compares the words with compiler/syntax/keywords.def.

;;; Code:

(defgroup htn nil "Domains of hierarchical task networks." :group 'languages)

(defcustom htn-program "htn" "The program `htn'." :type 'string :group 'htn)

(defconst htn-mode-keywords
  '("AbortEffects" "Achieve" "After" "Agents" "AnyOrder" "Background" "Compound" "Condition" "Constant" "Context" "Cooldown" "Cost" "Domain"
    "Duration" "During" "Each" "Effects" "Else" "Enter" "Entities" "Enum" "Every" "Expect" "Expected" "ExpectedEffects" "Expires" "Facts"
    "FailEffects" "For" "Given" "Holds" "Import" "In" "Interrupt" "Leave" "Loops" "MTR" "Max" "Method" "No" "Of" "Operator" "Optional" "Order" "Orders"
    "Parallel" "Plan" "Preconditions" "Prefer" "Primitive" "Query" "Queue" "Reserve" "Restart" "Retry" "Root" "Run" "Running" "Scenario" "Select"
    "Sense" "Sensor" "Shared" "Split" "State" "Subtasks" "Task" "Timeout" "Updates" "Using" "Utility" "Value" "Values" "Wait" "Weight"
    "While" "World"))

(defconst htn-mode-words
  '("abs" "always" "and" "any" "by" "cheapest" "clamp" "count" "curve" "every" "exists" "fails" "first" "for" "free" "from" "highest"
    "let" "lowest" "max" "min" "never" "not" "or" "random" "succeeds" "success" "sum" "to" "up" "when" "where"))

(defvar htn-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?_ "w" table)
    table))

(defconst htn-mode-font-lock
  `(("\\_<\\(?:Compound\\|Primitive\\) +Task *\\[\\(\\w+\\)" 1 font-lock-function-name-face)
    ("\\_<Scenario *\\[\\([^]\n]*\\)" 1 font-lock-doc-face t)
    (,(regexp-opt htn-mode-keywords 'symbols) . font-lock-keyword-face)
    (,(regexp-opt htn-mode-words 'symbols) . font-lock-builtin-face)
    (,(regexp-opt '("true" "false" "none") 'symbols) . font-lock-constant-face)
    (,(regexp-opt '("bool" "int" "fixed" "symbol") 'symbols) . font-lock-type-face)))

;;;###autoload
(define-derived-mode htn-mode prog-mode "HTN"
  "Mode for domains of hierarchical task networks."
  (setq-local comment-start "// " comment-end "" comment-start-skip "\\(?://+\\|/\\*+\\)\\s *")
  (setq-local font-lock-defaults '(htn-mode-font-lock))
  (setq-local indent-tabs-mode nil tab-width 4 indent-line-function #'indent-relative)
  (setq-local compile-command (format "%s check %s" htn-program (if buffer-file-name (shell-quote-argument buffer-file-name) ""))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.htn\\'" . htn-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs `(htn-mode . ,(lambda (&rest _) (list htn-program "lsp")))))

(provide 'htn-mode)
;;; htn-mode.el ends here
