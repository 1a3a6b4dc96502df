// Completion functions for each shell. They never execute or expand the completions, because names are untrusted.

const BASH = `# kith in bash: source <(kith completion bash)
_kith() {
    local line wanted
    COMPREPLY=()
    {
        read -r wanted
        while IFS= read -r line; do COMPREPLY+=("$line"); done
    } < <(kith complete bash "\${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
    [[ $wanted == files ]] || compopt +o default 2>/dev/null
}
complete -o default -F _kith kith
`;

const ZSH = `#compdef kith
# kith in zsh: source <(kith completion zsh)
_kith() {
    local -a lines names shown
    local line
    lines=("\${(@f)$(kith complete zsh "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
    for line in "\${(@)lines[2,-1]}"; do
        names+=("\${line%%$'\\t'*}")
        shown+=("\${line%%$'\\t'*}  \${line#*$'\\t'}")
    done
    (( $#names )) && compadd -l -d shown -a names
    [[ $lines[1] == files ]] && _files
}
if [[ $funcstack[1] == _kith ]]; then
    _kith "$@"
else
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i; }
    compdef _kith kith
fi
`;

const FISH = `# kith in fish: kith completion fish | source
function __kith_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l lines (kith complete fish $words[2..-1] (string unescape -- "$typed"; or echo "$typed") 2>/dev/null)
    test "$lines[1]" = files; and __fish_complete_path "$typed"
    test (count $lines) -gt 1; and printf '%s\\n' $lines[2..-1]
end
complete -c kith -e
complete -c kith -f -a '(__kith_complete)'
`;

/** The completion script of each shell. */
export const SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH };
