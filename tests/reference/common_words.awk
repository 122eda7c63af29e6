# Prints where a file has eight words in a row that one of the reference texts has too. A word is a row of letters, digits and `_`;
# case, punctuation and line breaks do not matter, so code is compared like prose.
#
#     awk -v references="FILE..." -f tests/reference/common_words.awk FILE...

# Puts the line's words behind those of the lines before it: word[first..last], with the line of each in at[].
function take_words(line,    count, i, parts) {
    gsub(/[^A-Za-z0-9_]+/, " ", line)
    count = split(tolower(line), parts, " ")
    for (i = 1; i <= count; i++) {
        word[++last] = parts[i]
        at[last] = FNR
    }
}

# The eight words that begin at `from`.
function run_at(from) {
    return word[from] " " word[from + 1] " " word[from + 2] " " word[from + 3] " " word[from + 4] " " word[from + 5] " " word[from + 6] " " word[from + 7]
}

function forget() {
    split("", word)
    split("", at)
    last = 0
}

BEGIN {
    count = split(references, files, "\n")
    for (i = 1; i <= count; i++) {
        forget()
        while ((getline line < files[i]) > 0)
            take_words(line)
        for (from = 1; from + 7 <= last; from++)
            known[run_at(from)]
    }
    forget()
}

FNR == 1 {
    forget()
    checked = 1
    reported = -1
}

{
    take_words($0)
    for (; checked + 7 <= last; checked++) {
        if ((run_at(checked) in known) && at[checked] != reported) {
            print FILENAME ":" at[checked] ": " run_at(checked)
            reported = at[checked]
        }
        delete word[checked]
        delete at[checked]
    }
}
